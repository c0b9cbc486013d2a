import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { PersonKind } from '@/db/enums'
import { singleton } from '@/db/singleton'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { hashingQueue } from './secret'
import { strengthRules, strengthSuggestions, strengthWarnings } from './strength-rules'

/** Characters of a password. The rest is ignored, because judging takes more than linear time. */
const maxJudged = 32

const maxWords = 50

/** Without work, the thread ends, because its dictionaries take tens of megabytes. */
const idleMilliseconds = 60_000

const Judgment = z.object({
  id: z.int(),
  score: z.int().min(0).max(4),
  warning: z.enum(strengthWarnings).nullable(),
  suggestions: z.array(z.enum(strengthSuggestions)),
})

type Strength = Omit<z.output<typeof Judgment>, 'id'>

interface Thread {
  worker: Worker
  /** By the id of the message without a response. */
  pending: Map<number, { resolve(strength: Strength): void; reject(error: Error): void }>
}

/** Starts on use, and ends after some time without work. */
class StrengthWorker {
  private thread: Thread | undefined
  private last_id = 0
  private idle: NodeJS.Timeout | undefined

  judge(secret: string, words: string[]): Promise<Strength> {
    clearTimeout(this.idle)
    this.thread ??= this.start()
    const { worker, pending } = this.thread
    const id = ++this.last_id
    // An otherwise idle process waits for the result, but not for the thread.
    worker.ref()
    return new Promise<Strength>((resolve, reject) => {
      pending.set(id, { resolve, reject })
      worker.postMessage({ id, secret, words })
    }).finally(() => {
      pending.delete(id)
      if (pending.size > 0) return
      worker.unref()
      this.idle = setTimeout(() => this.end(), idleMilliseconds).unref()
    })
  }

  private end(): void {
    void this.thread?.worker.terminate()
    this.thread = undefined
  }

  private start(): Thread {
    // Ignored by the bundler: the routes that judge passwords are deployed with the file itself.
    const file = join(/* turbopackIgnore: true */ process.cwd(), 'lib/token/strength-worker.mjs')
    const worker = new Worker(/* turbopackIgnore: true */ file, { env: {}, execArgv: [] })
    const thread: Thread = { worker, pending: new Map() }
    worker.on('message', (message) => {
      const { id, ...strength } = Judgment.parse(message)
      thread.pending.get(id)?.resolve(strength)
    })
    const fail = (error: Error) => {
      if (this.thread === thread) this.thread = undefined
      for (const { reject } of thread.pending.values()) reject(error)
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the thread that judges passwords has ended')))
    return thread
  }
}

const strengthWorker = () => singleton('strength-worker', () => new StrengthWorker())

/** `names`: known data of the user, easy to guess. Waits in the queue of hashes; throws `unavailable` if full. */
export const strengthOf = (secret: string, names: readonly (string | null | undefined)[]): Promise<Strength> =>
  hashingQueue().run(() => strengthWorker().judge(secret.slice(0, maxJudged), wordsOf(names)))

/** Lower case, with parts and without digits; of an e-mail address before the @. No parts of one or two characters. */
function wordsOf(names: readonly (string | null | undefined)[]): string[] {
  const known = names.filter((name) => typeof name === 'string')
  const parts = known.flatMap((name) => [name, ...name.split('@'), ...name.split(/[^\p{L}\p{N}]+/u)])
  const words = parts.flatMap((part) => [part, part.replace(/\p{N}+/gu, '')])
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((part) => part.length > 2).slice(0, maxWords)
}

interface Choice {
  field: string
  secret: string
  kind: PersonKind
  /** Names, e-mail address, phone number. */
  names: readonly (string | null | undefined)[]
}

/**
 * 400 at `field`: `too_small`, or `too_weak` with the scores and keys of texts. `unavailable` if too many wait. Call
 * after the checks of limits, because judging a password costs as much as hashing.
 */
export async function requireStrong({ field, secret, kind, names }: Choice): Promise<void> {
  const { length, score: needed } = strengthRules[kind]
  if (secret.length < length)
    throw invalid('body', field, 'too_small', `This must have at least ${length} characters.`, { minimum: length })
  const { score, warning, suggestions } = await strengthOf(secret, names)
  if (score >= needed) return
  throw invalid('body', field, 'too_weak', 'This password is too easy to guess.', {
    score,
    needed,
    warning,
    suggestions,
  })
}
