import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolCounts } from '@/db/connection/client'
import { build } from '@/lib/kit/build'
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

/** `pool` and `attention` are absent if the database did not respond. */
interface Reading {
  pool?: PoolCounts | undefined
  attention?: AttentionCounts | undefined
  writes?: { running: number; waiting: number }
}

/** Gauges of the library that are the sum of another metric. In OpenMetrics, only a counter may be named so. */
const sums = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** In seconds: from a read of one row to a request near its timeout. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const jobBuckets = [0.01, 0.1, 1, 10, 60]

/** OpenMetrics. Names follow the conventions of OpenTelemetry. */
export function createMetrics() {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of sums) registry.removeSingleMetric(name)
  const built = new Gauge({
    name: 'build_info',
    help: 'The version and the commit of this process.',
    labelNames: ['version', 'commit'],
    registers,
  })
  built.set({ version: build.version, commit: build.commit ?? 'unknown' }, 1)
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
  const queue = new Gauge({
    name: 'write_queue_requests',
    help: 'Requests that write, in this process.',
    labelNames: ['state'],
    registers,
  })
  const payments = new Gauge({
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
    async text({ pool, attention, writes }: Reading = {}): Promise<string> {
      connections.reset()
      payments.reset()
      for (const [state, count] of Object.entries(pool ?? {})) connections.set({ state }, count)
      for (const [state, count] of Object.entries(writes ?? {})) queue.set({ state }, count)
      for (const [kind, count] of Object.entries(attention ?? {})) payments.set({ kind }, count)
      if (!attention) unread.inc()
      return registry.metrics()
    },
    type: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof createMetrics>
