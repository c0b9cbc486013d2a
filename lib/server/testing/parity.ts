import { z } from 'zod'

/** May call both our own server and the compared deployment. */
export const origin = 'https://h5.example.com'

/** With different values, responses of our server and the compared deployment would differ. */
export const parityVariables = {
  BASE_URL: 'http://localhost:3000',
  SANDBOX_PASSWORD: 'a good long secret',
  CORS_ORIGINS: origin,
  CRON_SECRET: 'the scheduler of this test has this secret',
}

const Compared = z.object({
  origin: z.url(),
  /** For every request. */
  headers: z.record(z.string(), z.string()),
  /** A copy of the deployment's database, for our own server. */
  native_database_url: z.string(),
})

/** Compared with our own server. */
export type Compared = z.output<typeof Compared>

/** JSON. */
export const comparedVariable = 'PARITY_TARGET'

export const comparedTarget = (): Compared => Compared.parse(JSON.parse(process.env[comparedVariable] ?? '{}'))
