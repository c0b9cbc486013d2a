import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'
import type { Metrics } from './registry'

const holder = () => singleton<{ metrics: Metrics | undefined }>('metrics', () => ({ metrics: undefined }))

/** Without METRICS_TOKEN, counts nothing, since no request could read the metrics. */
export async function startMetrics(): Promise<void> {
  if (env().METRICS_TOKEN) holder().metrics ??= (await import('./registry')).createMetrics()
}

/** undefined: not counted. */
export const metrics = (): Metrics | undefined => holder().metrics
