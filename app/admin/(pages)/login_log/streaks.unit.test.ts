import { expect, test } from 'vitest'
import { streaksIn } from './streaks'

let id = 0
const attempt = (account: string, ip: string, success = false) => ({ id: ++id, account, ip, success })
const counts = (attempts: ReturnType<typeof attempt>[]) => {
  const streaks = streaksIn(attempts)
  return attempts.map((one) => {
    const streak = streaks.get(one.id)
    return streak ? `${streak.by} ${streak.count}` : ''
  })
}

test('three failures of an account are a streak, two are not', () => {
  expect(counts([attempt('a', '1'), attempt('b', '9'), attempt('a', '2'), attempt('a', '3')])).toEqual([
    'account 3',
    '',
    'account 3',
    'account 3',
  ])
  expect(counts([attempt('a', '1'), attempt('a', '2')])).toEqual(['', ''])
})

test('a success ends a streak', () => {
  expect(counts([attempt('a', '1'), attempt('a', '2'), attempt('a', '3', true), attempt('a', '4')])).toEqual([
    '',
    '',
    '',
    '',
  ])
})

test('failures of several accounts from one IP are a streak, and the longer streak counts', () => {
  const spread = [attempt('a', '1'), attempt('b', '1'), attempt('c', '1'), attempt('c', '2'), attempt('c', '3')]
  expect(counts([...spread, attempt('c', '4')])).toEqual([
    'ip 3',
    'ip 3',
    'account 4',
    'account 4',
    'account 4',
    'account 4',
  ])
})
