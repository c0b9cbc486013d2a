import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import type { Crowd } from './crowd'
import { Job, type Request } from './load'

/**
 * Runs many clients. Each client has its own connection and sends one request at a time. A client whose request is
 * refused with 503 waits for the time in `Retry-After`, as clients should, and repeats the request.
 */
async function gather({ url, connections, seconds, uncounted, requests }: z.output<typeof Job>): Promise<Crowd> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
  const { hostname, port } = new URL(url)
  const accepted: number[] = []
  const refused: number[] = []
  const statuses: Record<string, number> = {}
  let errors = 0
  let total = 0
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1_000
  const isOver = () => elapsed() > seconds
  const ask = ({ method, path, headers, body }: Request) =>
    new Promise<{ status: number; retry_after: number }>((resolve, reject) => {
      const sent = request({ agent, hostname, port, method, path, headers }, (answer: IncomingMessage) => {
        answer.resume()
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, retry_after: Number(answer.headers['retry-after'] ?? 0) }),
        )
      })
      sent.once('error', reject)
      sent.end(body)
    })
  const client = async (at: number) => {
    for (let turn = at; !isOver(); ) {
      const next = requests[turn % requests.length]
      if (!next) return
      const start = performance.now()
      const answer = await ask(next).catch(() => undefined)
      const taken = performance.now() - start
      const isCounted = elapsed() > uncounted
      if (!answer) errors++
      else if (isCounted) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer?.status === 201) total++
      if (answer?.status === 503) {
        if (isCounted) refused.push(taken)
        await wait(Math.max(0, Math.min(answer.retry_after, seconds - elapsed())) * 1_000)
      } else {
        if (answer && isCounted) accepted.push(taken)
        turn += connections
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, at) => client(at)))
  agent.destroy()
  return {
    seconds: elapsed() - uncounted,
    accepted: total,
    statuses,
    errors,
    p50_ms: percentile(accepted, 0.5),
    p99_ms: percentile(accepted, 0.99),
    refused_p99_ms: percentile(refused, 0.99),
  }
}

function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

process.on('message', (message) => {
  void gather(Job.parse(message)).then((crowd) => process.send?.(crowd))
})
process.on('disconnect', () => process.exit())
