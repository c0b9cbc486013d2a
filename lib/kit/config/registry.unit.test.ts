import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import english from '@/lib/kit/i18n/en/setting.json'
import chinese from '@/lib/kit/i18n/zh-CN/setting.json'
import { declaredSettings } from './registry'
import { settingsFrom } from './settings'

const root = join(import.meta.dirname, '..', '..', '..')

/** The texts of all source files, except tests and the registry of settings. */
const sources = ['app', 'lib']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|testing|registry\.ts$/.test(name))
  .map((name) => readFileSync(name, 'utf8'))

test.each(Object.keys(declaredSettings))('%s is read by some code', (key) => {
  expect(sources.some((text) => text.includes(`'${key}'`))).toBe(true)
})

test.each(Object.entries(declaredSettings))('the default of %s is within its own bounds', (_, setting) => {
  expect(setting.schema.safeParse(setting.fallback).success).toBe(true)
})

/**
 * Returns the messages of a setting on the settings page. `path`: the parts of the setting's key between the dots. Each
 * part is a level of the messages.
 */
const messagesAt = (messages: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(name) : undefined),
    messages,
  )

test.each(Object.keys(declaredSettings))('%s has a label and a help in both languages', (key) => {
  for (const { label, help } of [english, chinese]) {
    const at = key.split('.')
    expect([messagesAt(label, at), messagesAt(help, at)]).toEqual([
      expect.stringMatching(/./),
      expect.stringMatching(/./),
    ])
  }
})

test('a stored value that is no longer valid falls back to the default', () => {
  const settings = settingsFrom([
    { key: 'order.unpaid_minutes', value: 45 },
    { key: 'order.unpaid_max', value: 'many' },
    { key: 'address.max', value: -1 },
    { key: 'after_sale.days', value: 3 },
    { key: 'no.such.parameter', value: 1 },
  ])
  expect(settings).toMatchObject({
    'order.unpaid_minutes': 45,
    'order.unpaid_max': 10,
    'address.max': 20,
    'after_sale.days': 7,
  })
  expect(settings).not.toHaveProperty('no.such.parameter')
})
