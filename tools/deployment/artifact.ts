/**
 * `npm run artifact`: builds the artifact with Vercel's builder, and serves the artifact on this machine like Vercel,
 * with deployment protection and Neon's driver. Tests a purchase, the curl commands in the README, the scheduler, and
 * the admin in a browser. Compares every operation with the server of `npm start`, and checks the sizes of functions.
 * With `-- --first-answer`, also prints the time of the first response of a newly started function. Exits with 1 for
 * faults, and with 69 if the builder or a git repository is missing.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBridge } from '@/db/testing/neon-bridge'
import { startPgbouncer } from '@/db/testing/pgbouncer'
import { createDatabase, startPostgres } from '@/db/testing/postgres'
import { requireChromium } from '@/e2e/support/chromium'
import { parityVariables } from '@/lib/server/testing/parity'
import { freePort } from '@/lib/server/testing/server'
import { endAll, isEnding, onEnd } from '@/tools/bench/cleanup'
import { raiseLimits, withClient } from '@/tools/bench/shop'
import { checkFresh, checkSizes } from './bars'
import { buildArtifact, copyProject, installBuilder, Unavailable, writeBare } from './build'
import { askerOf, compare, fuzz, plays } from './play'
import { bypassHeader, serveArtifact } from './serve'
import { type Artifact, readArtifact } from './site'

/** Runs a step of the test and prints how long the step took. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  const time = `${((performance.now() - began) / 1_000).toFixed(1)} s`
  console.log(`${Array.isArray(result) && result.length > 0 ? '✗' : '✓'} ${name}, ${time}`)
  return result
}

/**
 * Returns the environment variables of a preview deployment. The URLs of the git branch and of the deployment use two
 * host names of this machine.
 */
const variablesOf = (port: number, database_url: string, neon_proxy: string) => ({
  VERCEL: '1',
  VERCEL_ENV: 'preview',
  VERCEL_URL: `deployment.localhost:${port}`,
  VERCEL_BRANCH_URL: `localhost:${port}`,
  DATABASE_URL: database_url,
  NEON_PROXY: neon_proxy,
  SANDBOX: '1',
  SANDBOX_PASSWORD: parityVariables.SANDBOX_PASSWORD,
  NEXTAUTH_SECRET: 'the cookies of the artifact are sealed with this',
  CRON_SECRET: parityVariables.CRON_SECRET,
  LOG_LEVEL: 'warn',
})

/** Builds the artifact of a bare application: a Next application with only two handlers, for comparison. */
async function builtBare(folder: string, variables: Record<string, string>): Promise<Artifact> {
  const project = join(folder, 'project')
  writeBare(project)
  await buildArtifact(project, variables)
  return readArtifact(project, folder)
}

async function main(): Promise<string[]> {
  const { values } = parseArgs({ options: { 'first-answer': { type: 'boolean' } } })
  requireChromium()
  await step('The builder of the platform', installBuilder)
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-artifact-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const project = join(folder, 'project')

  const postgres = await startPostgres()
  onEnd(postgres.stop)
  const pooler = process.env.PGBOUNCER ? await startPgbouncer(process.env.PGBOUNCER, postgres.url) : undefined
  if (pooler) onEnd(pooler.stop)
  else console.log('– Without PgBouncer: set PGBOUNCER to the path of one of 1.21 or later.')
  const bridge = await startBridge((pooler ?? postgres).url)
  onEnd(bridge.stop)
  const variablesFor = async (name: string, template?: string) =>
    variablesOf(await freePort(), await createDatabase(postgres.url, name, template), bridge.address)

  const variables = await variablesFor('artifact')
  await step('A copy of the project', () => copyProject(project))
  await step('vercel build, with migration and demonstration', () => buildArtifact(project, variables))
  const artifact = readArtifact(project, folder)
  const faults = checkSizes(artifact.functions)

  const secret = randomBytes(16).toString('hex')
  const written: string[] = []
  const serve = async (one: Artifact, environment: ReturnType<typeof variablesOf>) => {
    const port = Number(new URL(`https://${environment.VERCEL_URL}`).port)
    const write = (text: string) => written.push(text)
    const running = await serveArtifact(one, { port, variables: environment, secret, write })
    onEnd(running.stop)
    return { served: running, ask: askerOf({ origin: running.origin, certificate: one.certificateFile, secret }) }
  }

  // The database can be copied only while no client is connected, and a pooler keeps connections for a moment.
  if (pooler) await wait(8_000)
  // One customer sends every write to both servers, which is more than a customer may send in a minute.
  const native_database_url = await createDatabase(postgres.url, 'artifact_native', 'artifact')
  await withClient(native_database_url, raiseLimits)
  const compared = { ...(await variablesFor('artifact_compared', 'artifact_native')), ...parityVariables }

  const shop = await serve(artifact, variables)
  const stage = {
    origin: shop.served.origin,
    secret,
    certificate: artifact.certificateFile,
    project,
    cron_secret: variables.CRON_SECRET,
    password: variables.SANDBOX_PASSWORD,
  }
  for (const [name, play] of plays(artifact.crons)) faults.push(...(await step(name, () => play(stage))))

  if (values['first-answer']) {
    const least = await step('An application of two handlers', () => builtBare(join(folder, 'bare'), variables))
    const other = await serve(least, await variablesFor('artifact_plain', 'artifact_native'))
    faults.push(...(await step('Fresh functions', () => checkFresh(shop, other))))
  }

  const second = await serve(artifact, compared)
  const target = { origin: second.served.origin, headers: { [bypassHeader]: secret }, native_database_url }
  faults.push(...(await step('Every operation as natively', () => compare(project, artifact.certificateFile, target))))
  faults.push(...(await step('The fuzzer on the route handlers', () => fuzz(project))))

  // Next's messages about TRACE are expected. Errors of the shop and missing files are not.
  const isFault = /"level":(?:50|60)|Cannot find (?:module|package)/
  const complaints = new Set(
    written
      .join('')
      .split('\n')
      .filter((line) => isFault.test(line)),
  )
  faults.push(...[...complaints].map((line) => `A function wrote: ${line.slice(0, 2_000)}`))
  return faults
}

try {
  const began = performance.now()
  const faults = await main()
  for (const fault of faults) console.log(`\n✗ ${fault}`)
  console.log(`\n${faults.length} faults, ${((performance.now() - began) / 1_000).toFixed(0)} s`)
  process.exitCode = faults.length > 0 ? 1 : 0
} catch (error) {
  if (!isEnding()) console.error(error instanceof Unavailable ? error.message : error)
  process.exitCode = error instanceof Unavailable ? 69 : 1
}
await endAll()
process.exit()
