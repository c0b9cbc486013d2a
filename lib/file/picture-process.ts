import { fork } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Mime } from './types'

export interface PictureTask {
  source: string
  /** For the original and its variants. */
  folder: string
  mime: Mime
  /** In pixels; null: the original keeps its size and all its frames. */
  most: number | null
  /** In pixels. */
  variants: readonly number[]
  /** Counts all frames together. */
  max_pixels: number
}

const Processed = z.union([
  z.object({ picture: z.object({ width: z.int(), height: z.int(), variants: z.array(z.int()) }) }),
  z.object({ fault: z.enum(['too_big', 'too_complex', 'broken', 'full', 'unsupported']) }),
])

export type Processed = z.output<typeof Processed>

const Taken = z.object({ memory: z.number(), processor: z.number() })

interface Limits {
  /** In bytes. */
  memory: number
  /** Milliseconds: on a busy machine, a large picture takes several times as long in real time. */
  processor: number
  /** Milliseconds of real time. */
  time: number
}

const usualLimits: Limits = { memory: 512 * 1024 * 1024, processor: 10_000, time: 40_000 }

/** Ignored by the bundler: the routes that process pictures are deployed with the file. */
const workerPath = () => join(/* turbopackIgnore: true */ process.cwd(), 'lib/file/picture-worker.mjs')

/** A picture of a few hundred bytes can take a gigabyte of memory. Over `limits` or without a result: `too_complex`. */
export function processInChild(task: PictureTask, limits = usualLimits): Promise<Processed> {
  const { MALLOC_ARENA_MAX = '2', LD_LIBRARY_PATH, TMPDIR, SystemRoot } = process.env
  return new Promise((resolve, reject) => {
    const child = fork(/* turbopackIgnore: true */ workerPath(), {
      env: { MALLOC_ARENA_MAX, LD_LIBRARY_PATH, TMPDIR, SystemRoot, NODE_ENV: process.env.NODE_ENV },
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let processed: Processed = { fault: 'too_complex' }
    const end = () => child.kill('SIGKILL')
    const timer = setTimeout(end, limits.time)
    child.on('message', (message) => {
      const taken = Taken.safeParse(message)
      if (taken.success) {
        if (taken.data.memory > limits.memory || taken.data.processor > limits.processor) end()
        return
      }
      processed = Processed.parse(message)
      end()
    })
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    // Not earlier: until then it may still write to the folder.
    child.on('exit', () => {
      clearTimeout(timer)
      resolve(processed)
    })
    child.send(task, (error) => {
      // The process is exiting, and its exit has more information.
      if (error) end()
    })
  })
}

const Worker = z.object({
  processPicture: z.custom<(task: PictureTask) => Promise<unknown>>((value) => typeof value === 'function'),
})

/** Without limits of memory and time. */
export async function processHere(task: PictureTask): Promise<Processed> {
  const { processPicture } = Worker.parse(await import(/* turbopackIgnore: true */ pathToFileURL(workerPath()).href))
  return Processed.parse(await processPicture(task))
}
