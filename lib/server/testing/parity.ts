import { z } from 'zod'

/** An origin whose pages may call both shops. */
export const origin = 'https://h5.example.com'

/** The environment of both shops, because the responses of a shop depend on the environment. */
export const parityVariables = {
  BASE_URL: 'http://localhost:3000',
  SANDBOX_PASSWORD: 'a good long secret',
  CORS_ORIGINS: origin,
  CRON_SECRET: 'the scheduler of this test has this secret',
}

const Compared = z.object({
  origin: z.url(),
  /** Headers for every request to the deployment. */
  headers: z.record(z.string(), z.string()),
  /** The URL of a copy of the deployment's database, for our own server. */
  native_database_url: z.string(),
})

/** The deployment that our own server is compared with. */
export type Compared = z.output<typeof Compared>

/** The environment variable with the deployment, as JSON. */
export const comparedVariable = 'PARITY_TARGET'

/** Reads the deployment from the environment. */
export const comparedTarget = (): Compared => Compared.parse(JSON.parse(process.env[comparedVariable] ?? '{}'))
