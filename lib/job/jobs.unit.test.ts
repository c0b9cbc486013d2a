import { expect, test } from 'vitest'
import vercel from '@/vercel.json'
import { jobs } from '../endpoints'

test('Vercel calls one path, which runs every job: plans differ in how many they allow', () => {
  expect(vercel.crons.map(({ path }) => path)).toEqual(['/api/cron'])
  expect(jobs.map(({ path }) => path)).toContain('/api/cron')
})
