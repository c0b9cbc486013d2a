import { z } from 'zod'
import { cron, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { runUntil } from '@/lib/kit/job/claim'
import { type Counts, jobs, runJob, shopJobNames } from './jobs'

export const runJobs = endpoint({
  method: 'GET',
  path: '/api/cron',
  summary: 'Run all jobs, one after the other, or one of them',
  description:
    'For schedulers; the timers of a server run the same jobs. If one fails, the others run all the same, and the answer is 500.',
  access: cron,
  query: z.object({ job: z.enum(shopJobNames).optional() }),
  output: z.record(z.string(), z.record(z.string(), z.int())),
  async handle({ query }) {
    const until = runUntil('scheduler')
    const done: Record<string, Counts> = {}
    const failed: string[] = []
    for (const job of jobs()) {
      if (query.job && job.name !== query.job) continue
      const counts = await runJob(job, until)
      if (counts) done[job.name] = counts
      else failed.push(job.name)
    }
    if (failed.length > 0) {
      throw problem('internal_error', { detail: `Failed: ${failed.join(', ')}. The error log says why.` })
    }
    return done
  },
})
