import { fixed, printTable } from '@/bench/table'
import type { DeployedFunction } from './functions'
import type { Asking } from './play'
import type { Served } from './serve'

const megabyte = 1_000_000

/** Megabytes that a function may have, unpacked: the library for pictures alone has 18. */
const maxSize = { usual: 12, pictures: 35 }

/** How much longer than an empty handler of Next a fresh function may take for its first answer. */
const maxFresh = 1.5

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

const category = { path: '/v1/category', route: 'v1/category' }

/** A handler that does nothing, in a function of its own group: what every function has to load. */
const nothing = { path: '/api/health', route: 'api/health' }

/** Compares the first answers of fresh functions, five of each; returns a sentence if ours take too long. */
export async function checkFresh(served: Served, ask: Asking): Promise<string[]> {
  const firstAnswer = async ({ path, route }: typeof nothing) => {
    await served.end(route)
    const began = performance.now()
    const { status } = await ask(path)
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
    return performance.now() - began
  }
  const times: { empty: number; ours: number }[] = []
  for (let round = 0; round < 5; round++)
    times.push({ empty: await firstAnswer(nothing), ours: await firstAnswer(category) })
  const middle = (of: (one: (typeof times)[number]) => number) =>
    times.map(of).toSorted((a, b) => a - b)[2] ?? Number.NaN
  const [empty, ours] = [middle((one) => one.empty), middle((one) => one.ours)]
  const ratio = fixed(ours / empty, 2)
  console.log(
    `  first answer of a fresh function: ${fixed(ours, 0)} ms for ${category.path}, ${fixed(empty, 0)} ms for an empty handler: ${ratio} times`,
  )
  return ours <= maxFresh * empty
    ? []
    : [
        `The first answer of a fresh function takes ${ratio} times as long as an empty handler's, more than ${maxFresh}.`,
      ]
}
