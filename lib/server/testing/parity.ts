import { z } from 'zod'

/** An origin whose pages may call the shops that are compared. */
export const origin = 'https://h5.example.com'

/** The environment of the shops that are compared: their answers depend on it. */
export const parityVariables = {
  BASE_URL: 'http://localhost:3000',
  SANDBOX_PASSWORD: 'a good long secret',
  CORS_ORIGINS: origin,
  CRON_SECRET: 'the scheduler of this test has this secret',
}

const Compared = z.object({
  origin: z.url(),
  /** Of every request to it. */
  headers: z.record(z.string(), z.string()),
  /** A copy of its database, for the native mount. */
  native_database_url: z.string(),
})

/** A shop that is served elsewhere. */
export type Compared = z.output<typeof Compared>

/** The variable that names the deployment that is compared with our own server, as JSON. */
export const comparedVariable = 'PARITY_TARGET'

/** What that variable names. */
export const comparedTarget = (): Compared => Compared.parse(JSON.parse(process.env[comparedVariable] ?? '{}'))
