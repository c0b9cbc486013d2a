import { z } from 'zod'

/** A CORS origin whose pages may call both our own server and the compared deployment. */
export const origin = 'https://h5.example.com'

/**
 * The environment variables that our own server and the compared deployment share. With different values, their
 * responses would differ.
 */
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

/** The environment variable that describes the compared deployment, as JSON. */
export const comparedVariable = 'PARITY_TARGET'

/** Returns the compared deployment that the environment variable describes. */
export const comparedTarget = (): Compared => Compared.parse(JSON.parse(process.env[comparedVariable] ?? '{}'))
