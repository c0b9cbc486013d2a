import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Compared } from '@/lib/server/testing/parity'
import { comparedVariable } from '@/lib/server/testing/parity'
import { run } from './build'
import { bypassHeader } from './serve'

/** A served deployment: its origin, the secret that allows requests, and the file with its TLS certificate. */
export interface Stage {
  origin: string
  secret: string
  certificate: string
  /** The copy of the project that was built. */
  project: string
  cron_secret: string
  password: string
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

interface Question {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export type Asking = (path: string, question?: Question) => Promise<Answer>

/**
 * Returns a function that sends requests to an origin and trusts its certificate. The origin refuses requests without
 * the secret.
 */
export const askerOf =
  ({ origin, certificate, secret }: Pick<Stage, 'origin' | 'certificate' | 'secret'>): Asking =>
  async (path, { method = 'GET', headers, body } = {}) => {
    const { hostname, port } = new URL(origin)
    const given = { ...(secret && { [bypassHeader]: secret }), ...headers }
    const ca = readFileSync(certificate)
    const outgoing = request({ hostname, port, path, method, headers: given, ca, agent: false }).end(body)
    const [incoming] = await once(outgoing, 'response')
    return { status: incoming.statusCode, headers: incoming.headers, text: await text(incoming) }
  }

type Play = (stage: Stage) => Promise<string[]>

const expected = (sentence: string, isSo: boolean) => (isSo ? [] : [sentence])

const protection: Play = async (stage) => {
  const closed = await askerOf({ ...stage, secret: '' })('/v1/category')
  return expected(`Without what opens it, the deployment answers 401, not ${closed.status}.`, closed.status === 401)
}

const journey: Play = async ({ project, origin, secret, certificate }) => {
  const variables = {
    BASE_URL: origin,
    JOURNEY_HEADER: `${bypassHeader}: ${secret}`,
    NODE_EXTRA_CA_CERTS: certificate,
  }
  const { code, output } = await run(process.execPath, ['scripts/journey.mjs'], project, variables)
  return expected(`The journey ends paid:\n${output}`, code === 0 && output.includes('\nPaid, as '))
}

/** Runs the unchanged curl commands of the README. */
const walk: Play = async ({ project, origin, secret, certificate }) => {
  const readme = readFileSync(join(project, 'README.md'), 'utf8')
  const script = /```sh\n(B=http:\/\/localhost:3000;[\s\S]*?)```/.exec(readme)?.[1]
  if (!script) return ['The README has a tour that begins with B=http://localhost:3000;']
  writeFileSync(join(project, '.curlrc'), `cacert = "${certificate}"\nheader = "${bypassHeader}: ${secret}"\n`)
  const commands = `set -e\n${script.replace('http://localhost:3000', origin)}`
  const { code, output } = await run('bash', ['-c', commands], project, { CURL_HOME: project })
  const isWhole = ['"status":"unpaid"', '"status":"cancelled"'].every((part) => output.includes(part))
  return expected(`The tour of the README places an order and cancels it:\n${output}`, code === 0 && isWhole)
}

const crons =
  (paths: string[]): Play =>
  async (stage) => {
    const ask = askerOf(stage)
    const faults: string[] = []
    if (paths.length === 0) faults.push('The artifact names no path for the scheduler.')
    for (const path of paths) {
      const refused = await ask(path)
      const answered = await ask(path, { headers: { authorization: `Bearer ${stage.cron_secret}` } })
      faults.push(
        ...expected(`${path} answers 401 without the secret, not ${refused.status}.`, refused.status === 401),
        ...expected(`${path} answers 200: ${answered.status} ${answered.text}`, answered.status === 200),
      )
    }
    return faults
  }

/** Sends a body above the platform's size limit. The platform refuses the body before calling a function. */
const large: Play = async (stage) => {
  const { status } = await askerOf(stage)('/v1/token', { method: 'POST', body: Buffer.alloc(5 * 1024 * 1024) })
  return expected(`A body of 5 MB is refused with 413, not ${status}.`, status === 413)
}

const browser: Play = async ({ project, origin, secret, password }) => {
  const variables = { ARTIFACT_ORIGIN: origin, ARTIFACT_SECRET: secret, ARTIFACT_PASSWORD: password, CI: '1' }
  const chromium = process.env.CHROMIUM_PATH
  const { code, output } = await run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'tools/deployment/playwright.config.ts'],
    project,
    { ...variables, ...(chromium && { CHROMIUM_PATH: chromium }) },
  )
  return expected(`Staff work in the browser:\n${output}`, code === 0)
}

/**
 * Runs the tests of the built functions, and compares the responses of every operation of the deployment with those of
 * the server of `npm start`.
 */
export async function compare(project: string, certificate: string, compared: Compared): Promise<string[]> {
  const { code, output } = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'deployed'],
    resolve(project),
    { [comparedVariable]: JSON.stringify(compared), NODE_EXTRA_CA_CERTS: certificate },
  )
  return expected(`The artifact is traced well, and answers as our own server does:\n${output}`, code === 0)
}

/**
 * Runs the fuzzer, which derives requests from the OpenAPI document, on the same build. Next serves the build on this
 * machine.
 */
export async function fuzz(project: string): Promise<string[]> {
  const command = ['--import', 'tsx', 'tools/fuzz/fuzz.ts', '--seed', '1', '--seconds', '20', '--mount', 'next']
  const { code, output } = await run(process.execPath, command, resolve(project))
  return expected(`The fuzzer finds nothing:\n${output}`, code === 0)
}

/**
 * Returns the checks of a served artifact with their names. Each check resolves to sentences about the faults that it
 * has found.
 */
export const plays = (cronPaths: string[]): [name: string, play: Play][] => [
  ['Protection', protection],
  ['A purchase (npm run journey)', journey],
  ["The README's tour", walk],
  ['Bodies over 4.5 MB', large],
  ['The scheduler', crons(cronPaths)],
  ['Staff in Chromium, with uploads', browser],
]
