import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'
import type { Metrics } from './registry'

const holder = () => singleton<{ metrics: Metrics | undefined }>('metrics', () => ({ metrics: undefined }))

/** Starts counting. Without METRICS_TOKEN the metrics cannot be read, so nothing is loaded or counted. */
export async function startMetrics(): Promise<void> {
  if (env().METRICS_TOKEN) holder().metrics ??= (await import('./registry')).createMetrics()
}

/** The metrics of this process; undefined if they are not counted. */
export const metrics = (): Metrics | undefined => holder().metrics
