import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'
import type { Metrics } from './registry'

const holder = () => singleton<{ metrics: Metrics | undefined }>('metrics', () => ({ metrics: undefined }))

/**
 * Starts counting, if METRICS_TOKEN is set. Otherwise nothing is loaded or counted, since the metrics could not be
 * read.
 */
export async function startMetrics(): Promise<void> {
  if (env().METRICS_TOKEN) holder().metrics ??= (await import('./registry')).createMetrics()
}

/** The metrics of this process; undefined if they are not counted. */
export const metrics = (): Metrics | undefined => holder().metrics
