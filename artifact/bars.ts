import { fixed, printTable } from '@/bench/table'
import { emptyPath } from './build'
import type { DeployedFunction } from './functions'
import type { Asking } from './play'
import type { Served } from './serve'

const megabyte = 1_000_000

/** Megabytes that a function may have, unpacked: the library for pictures alone has 18. */
const maxSize = { usual: 12, pictures: 35 }

/** How much longer a fresh function may take for its first answer than our handler, or an application, that does nothing. */
const maxFresh = { health: 1.5, empty: 2 }

const holdsSharp = ({ files }: DeployedFunction) => files.some((file) => /node_modules\/(?:sharp|@img)\//.test(file))

/** Prints the size of every function; returns a sentence for each that is too large. */
export function checkSizes(functions: DeployedFunction[]): string[] {
  const faults: string[] = []
  const sorted = functions.toSorted((a, b) => b.bytes - a.bytes)
  const rows = sorted.map((deployed) => {
    const [first = ''] = deployed.routes
    const routes = deployed.routes.filter((route) => !route.endsWith('.rsc'))
    const pictures = holdsSharp(deployed)
    const size = deployed.bytes / megabyte
    const max = pictures ? maxSize.pictures : maxSize.usual
    if (size > max) faults.push(`The function of ${first} has ${fixed(size, 1)} MB, more than ${max}.`)
    return [`${first} …`, routes.length, fixed(size, 1), deployed.maxDuration, pictures ? 'sharp' : '']
  })
  printTable(['function', 'routes', 'MB', 'seconds', ''], rows)
  const carriers = functions
    .filter(holdsSharp)
    .flatMap(({ routes }) => routes.filter((route) => !route.endsWith('.rsc')))
  console.log(`  sharp is in the functions of ${carriers.join(', ')}`)
  return faults
}

/** Something that is served, and how it is asked. */
export interface Target {
  served: Served
  ask: Asking
}

/**
 * Compares the first answers of fresh functions, five of each in turns: a read of the shop, its handler that does nothing,
 * and an application that does nothing. Returns a sentence if the read takes too long.
 */
export async function checkFresh(shop: Target, nothing: Target): Promise<string[]> {
  const firstAnswer = async ({ served, ask }: Target, path: string) => {
    await served.end(path.slice(1))
    const began = performance.now()
    const { status } = await ask(path)
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
    return performance.now() - began
  }
  const times: Record<'ours' | 'health' | 'empty', number>[] = []
  for (let round = 0; round < 5; round++)
    times.push({
      empty: await firstAnswer(nothing, emptyPath),
      ours: await firstAnswer(shop, '/v1/category'),
      health: await firstAnswer(shop, '/api/health'),
    })
  const middle = (name: keyof (typeof times)[number]) =>
    times.map((one) => one[name]).toSorted((a, b) => a - b)[2] ?? Number.NaN
  const [empty, ours, health] = [middle('empty'), middle('ours'), middle('health')]
  const ratioTo = (other: number) => `${fixed(ours / other, 2)} times`
  console.log(`  first answer of a fresh function, reading: ${fixed(ours, 0)} ms`)
  console.log(`  ${ratioTo(health)} that of /api/health, ${fixed(health, 0)} ms`)
  console.log(`  ${ratioTo(empty)} that of an application that does nothing, ${fixed(empty, 0)} ms`)
  const first = 'The first answer of a fresh function takes'
  const faults: string[] = []
  if (ours > maxFresh.health * health)
    faults.push(`${first} ${ratioTo(health)} that of /api/health, more than ${maxFresh.health}.`)
  if (ours > maxFresh.empty * empty)
    faults.push(`${first} ${ratioTo(empty)} that of an application that does nothing, more than ${maxFresh.empty}.`)
  return faults
}
