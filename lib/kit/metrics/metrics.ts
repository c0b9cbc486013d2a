import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'
import type { Metrics } from './registry'

const holder = () => singleton<{ metrics: Metrics | undefined }>('metrics', () => ({ metrics: undefined }))

/** Begins to count. Without METRICS_TOKEN nobody could read it, so nothing is loaded or counted. */
export async function startMetrics(): Promise<void> {
  if (env().METRICS_TOKEN) holder().metrics ??= (await import('./registry')).createMetrics()
}

/** What this process counts; undefined where it does not. */
export const metrics = (): Metrics | undefined => holder().metrics
