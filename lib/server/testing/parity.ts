import { z } from 'zod'

/** An origin whose pages may call the shops that are compared. */
export const origin = 'https://h5.example.com'

/** The environment of the compared shops: their responses depend on it. */
export const parityVariables = {
  BASE_URL: 'http://localhost:3000',
  SANDBOX_PASSWORD: 'a good long secret',
  CORS_ORIGINS: origin,
  CRON_SECRET: 'the scheduler of this test has this secret',
}

const Compared = z.object({
  origin: z.url(),
  /** Headers of every request to it. */
  headers: z.record(z.string(), z.string()),
  /** A copy of its database, for the native mount. */
  native_database_url: z.string(),
})

/** A deployed shop to compare with. */
export type Compared = z.output<typeof Compared>

/** The variable with the compared deployment, as JSON. */
export const comparedVariable = 'PARITY_TARGET'

/** The value of that variable. */
export const comparedTarget = (): Compared => Compared.parse(JSON.parse(process.env[comparedVariable] ?? '{}'))
