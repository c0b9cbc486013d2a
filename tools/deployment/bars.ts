import { fixed, printTable } from '@/tools/bench/table'
import { median } from '@/tools/bench/target'
import { bare } from './build'
import type { DeployedFunction } from './functions'
import type { Asking } from './play'
import type { Served } from './serve'

const megabyte = 1_000_000

/**
 * The maximum unpacked size of a function in megabytes: for usual functions, and for functions that process pictures.
 * The library for pictures alone takes 18.
 */
const maxSize = { usual: 13, pictures: 35 }

const holdsSharp = ({ files }: DeployedFunction) => files.some((file) => /node_modules\/(?:sharp|@img)\//.test(file))

/** Prints the size of every function. Returns a sentence for each function that is too large. */
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

/** A served artifact, and the function that sends requests to it. */
export interface Target {
  served: Served
  ask: Asking
}

/**
 * Compares the first responses of newly started functions, nine of each in turns. In the shop: a read, and a handler
 * that does nothing. In the bare application: a plain handler for the same read, and a handler that does nothing.
 * Prints the times, for which there is no limit. Returns a sentence if the response of the plain handler differs from
 * that of the shop.
 */
export async function checkFresh(shop: Target, other: Target): Promise<string[]> {
  const firstAnswer = async ({ served, ask }: Target, path: string) => {
    await served.end(path.slice(1))
    const began = performance.now()
    const { status, text } = await ask(path)
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
    return { milliseconds: performance.now() - began, text: text.replaceAll(served.origin, '') }
  }
  const rounds: Record<'nothing' | 'plain' | 'ours' | 'health', Awaited<ReturnType<typeof firstAnswer>>>[] = []
  for (let round = 0; round < 9; round++)
    rounds.push({
      nothing: await firstAnswer(other, bare.nothing),
      plain: await firstAnswer(other, bare.plain),
      ours: await firstAnswer(shop, '/v1/category'),
      health: await firstAnswer(shop, '/api/health'),
    })
  const timeOf = (name: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[name].milliseconds))
  const [ours, nothing] = [timeOf('ours'), timeOf('nothing')]
  console.log(`  first answer of a fresh function, reading: ${fixed(ours, 0)} ms`)
  const compared = { nothing: 'a handler that does nothing', plain: 'a plain handler', health: '/api/health' }
  for (const name of ['nothing', 'plain', 'health'] as const) {
    const milliseconds = timeOf(name)
    console.log(`  ${fixed(ours / milliseconds, 2)} times that of ${compared[name]}, ${fixed(milliseconds, 0)} ms`)
  }
  console.log(`  the plain handler: ${fixed(timeOf('plain') / nothing, 2)} times that of a handler that does nothing`)
  const isSame = rounds.every((round) => round.plain.text === round.ours.text)
  return isSame ? [] : ['The plain handler answers other categories than the shop.']
}
