import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'
import type { Metrics } from './registry'

const holder = () => singleton<{ metrics: Metrics | undefined }>('metrics', () => ({ metrics: undefined }))

/**
 * Starts counting metrics, if METRICS_TOKEN is set. Otherwise loads and counts nothing, since no request could read the
 * metrics.
 */
export async function startMetrics(): Promise<void> {
  if (env().METRICS_TOKEN) holder().metrics ??= (await import('./registry')).createMetrics()
}

/** The metrics of this process; undefined if they are not counted. */
export const metrics = (): Metrics | undefined => holder().metrics
