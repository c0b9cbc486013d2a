import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolCounts } from '@/db/connection/client'
import type { AttentionCounts } from './attention'

interface ServedRequest {
  method: string
  /** Without the values of parameters. */
  path: string
  status: number
  milliseconds: number
  /** Sent by the caller. */
  trace_id: string | undefined
}

interface RanJob {
  job: string
  outcome: 'done' | 'failed'
  milliseconds: number
}

/** In seconds: from a read of one row to a request near its timeout. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const jobBuckets = [0.01, 0.1, 1, 10, 60]

/** OpenMetrics. Names follow the conventions of OpenTelemetry. */
export function createMetrics() {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram<'method' | 'path' | 'status' | 'trace_id'>({
    name: 'http_server_request_duration_seconds',
    help: 'Requests to endpoints, by operation and status.',
    labelNames: ['method', 'path', 'status'],
    buckets: requestBuckets,
    enableExemplars: true,
    registers,
  })
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Runs of background jobs.',
    labelNames: ['job', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  const jobsAt = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a background job last succeeded in this process.',
    labelNames: ['job'],
    registers,
  })
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of this process, and statements that wait for one.',
    labelNames: ['state'],
    registers,
  })
  const attention = new Gauge({
    name: 'payments_needing_attention',
    help: 'Payments that need staff: refunds that failed for good, and open alarms about money.',
    labelNames: ['kind'],
    registers,
  })
  const unread = new Counter({
    name: 'metrics_failed_reads',
    help: 'How often numbers of the database were left out because it did not answer.',
    registers,
  })
  const dropped = new Counter({
    name: 'log_dropped_lines',
    help: 'Lines of the log that were lost, because its disk was full for too long.',
    registers,
  })

  return {
    request({ method, path, status, milliseconds, trace_id }: ServedRequest) {
      requests.observe({
        labels: { method, path, status },
        value: milliseconds / 1_000,
        ...(trace_id && { exemplarLabels: { trace_id } }),
      })
    },
    job({ job, outcome, milliseconds }: RanJob) {
      jobs.observe({ job, outcome }, milliseconds / 1_000)
      if (outcome === 'done') jobsAt.setToCurrentTime({ job })
    },
    droppedLine: () => dropped.inc(),
    /** `pool` and `counts` are undefined if the database did not respond. */
    async text(pool: PoolCounts | undefined, counts: AttentionCounts | undefined): Promise<string> {
      connections.reset()
      attention.reset()
      for (const [state, count] of Object.entries(pool ?? {})) connections.set({ state }, count)
      for (const [kind, count] of Object.entries(counts ?? {})) attention.set({ kind }, count)
      if (!counts) unread.inc()
      return registry.metrics()
    },
    type: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof createMetrics>
