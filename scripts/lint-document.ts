// `npm run lint:document`: checks the API document and its parts, which are generated from the code, with the rules of
// redocly and spectral. Warnings count as failures.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { partOf } from '../lib/kit/api/document/part'
import { adminInterface, clientInterface } from '../lib/kit/api/endpoint/interface'
import { shopDocument } from '../lib/server/shop-document'

const folder = mkdtempSync(join(tmpdir(), 'openapi-'))

/** Returns the standard output of a linter. Ignores its exit code, which only tells whether there are findings. */
const outputOf = (command: string, args: string[]) =>
  new Promise<string>((resolve) => {
    // Keeps both tools from using the network.
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    execFile(command, args, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve(stdout || `${stderr}${error?.message ?? ''}`)
    })
  })

const RedoclyReport = z.object({
  problems: z.array(
    z.object({
      ruleId: z.string(),
      message: z.string(),
      location: z.array(z.object({ pointer: z.string().optional() })),
    }),
  ),
})
const SpectralReport = z.array(
  z.object({ code: z.string(), message: z.string(), path: z.array(z.union([z.string(), z.number()])) }),
)

function parsed<S extends z.ZodType>(schema: S, tool: string, output: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(output))
  } catch {
    throw new Error(`${tool} has no report: ${output.slice(0, 2_000)}`)
  }
}

async function redocly(file: string): Promise<string[]> {
  // `/file/{id}/replace` and `/file/folder/{id}` are not ambiguous, because an id has only digits. The rule ignores
  // that.
  const rules = ['--extends', 'recommended', '--skip-rule', 'no-ambiguous-paths']
  const output = await outputOf('redocly', ['lint', file, ...rules, '--format', 'json'])
  return parsed(RedoclyReport, 'redocly', output).problems.map(
    ({ ruleId, message, location }) => `redocly ${ruleId} at ${location[0]?.pointer ?? ''}: ${message}`,
  )
}

async function spectral(file: string): Promise<string[]> {
  const output = await outputOf('spectral', [
    'lint',
    file,
    '--ruleset',
    '.spectral.yaml',
    '--format',
    'json',
    '--quiet',
  ])
  return parsed(SpectralReport, 'spectral', output).map(
    ({ code, message, path }) => `spectral ${code} at ${path.join('/')}: ${message}`,
  )
}

try {
  const document = shopDocument('https://shop.test')
  const documents = {
    'openapi.json': document,
    'openapi.v1.json': partOf(document, clientInterface),
    'openapi.cms.json': partOf(document, adminInterface),
  }
  for (const [name, one] of Object.entries(documents)) {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(one))
    const found = (await Promise.all([redocly(file), spectral(file)])).flat()
    for (const line of found) console.error(line)
    console.log(`${name}: ${found.length} problems`)
    if (found.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
