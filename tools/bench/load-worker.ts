import autocannon from 'autocannon'
import type { z } from 'zod'
import { Job, type Measured } from './load'

/** Sends the requests of a job. Records the latencies itself, because autocannon rounds them to milliseconds. */
function fire({ url, connections, seconds, requests }: z.output<typeof Job>): void {
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let clients = 0
  let [began, ended] = [0, 0]
  const run = autocannon(
    {
      url,
      connections,
      duration: seconds,
      sampleInt: 100, // autocannon ends at a sample, so samples of a second would make rounds too long
      setupClient: (client) => client.setRequests(shareOf(clients++)),
    },
    (error, { errors }) => {
      if (error) throw error
      latencies.sort((a, b) => a - b)
      const percentile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
      const fastest = latencies.slice(0, Math.ceil(latencies.length * 0.95))
      const measured: Measured = {
        requests: latencies.length,
        seconds: (ended - began) / 1_000,
        mean_ms: fastest.reduce((sum, one) => sum + one, 0) / Math.max(fastest.length, 1),
        p50_ms: percentile(0.5),
        p99_ms: percentile(0.99),
        statuses,
        errors,
      }
      process.send?.(measured)
    },
  )
  run.on('start', () => {
    began = performance.now()
  })
  run.on('response', (_client, status, _bytes, milliseconds) => {
    ended = performance.now()
    latencies.push(milliseconds)
    statuses[status] = (statuses[status] ?? 0) + 1
  })

  /**
   * Returns the requests that a connection sends. With at least ten requests per connection, every connection gets its
   * own part. With fewer, every connection sends all requests, each starting at another position, so that all requests
   * are sent equally often.
   */
  function shareOf(client: number) {
    if (requests.length >= connections * 10) return requests.filter((_, at) => at % connections === client)
    const first = Math.floor((client * requests.length) / connections)
    return [...requests.slice(first), ...requests.slice(0, first)]
  }
}

process.on('message', (message) => fire(Job.parse(message)))
process.on('disconnect', () => process.exit())
