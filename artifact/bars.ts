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
  const carriers = functions.filter(holdsSharp).flatMap(({ routes }) => routes)
  console.log(`  sharp is in the functions of ${carriers.join(', ')}`)
  return faults
}

/** Compares the first answers of fresh functions, five of each; returns a sentence if ours take too long. */
export async function checkFresh(
  shop: { served: Served; ask: Asking; path: string; route: string },
  empty: { served: Served; ask: Asking; path: string; route: string },
): Promise<string[]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++) {
    for (const [at, { served, ask, path, route }] of [empty, shop].entries()) {
      await served.end(route)
      const began = performance.now()
      const { status } = await ask(path)
      if (status !== 200) throw new Error(`${path} answered ${status}.`)
      times[at]?.push(performance.now() - began)
    }
  }
  const [ofEmpty, ofShop] = times.map((values) => values.toSorted((a, b) => a - b)[2] ?? 0)
  const ratio = (ofShop ?? 0) / (ofEmpty ?? 0)
  console.log(
    `  first answer of a fresh function: ${fixed(ofShop ?? 0, 0)} ms for ${shop.path}, ${fixed(ofEmpty ?? 0, 0)} ms for an empty handler: ${fixed(ratio, 2)} times`,
  )
  return ratio <= maxFresh
    ? []
    : [
        `The first answer of a fresh function takes ${fixed(ratio, 2)} times as long as an empty one, more than ${maxFresh}.`,
      ]
}
