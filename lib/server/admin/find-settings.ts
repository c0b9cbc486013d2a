import { declaredSettings } from '@/lib/kit/config/registry'
import { type Locale, locales } from '@/lib/kit/i18n/locale'
import { foldedForm } from '@/lib/kit/plain-form'
import type { FoundRecord } from '@/lib/server/admin/record-sources'
import { wordsOfSetting } from './synonyms'

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Loaded by the first search, because most pages do not need the labels. */
const labelsIn: Record<Locale, () => Promise<Labels>> = {
  en: async () => (await import('@/lib/kit/i18n/en/setting.json')).default.label,
  'zh-CN': async () => (await import('@/lib/kit/i18n/zh-CN/setting.json')).default.label,
}

/** By a part of the label, a synonym or the key, in either language. `path` leads to the input field. */
export async function findSettings(q: string, locale: Locale, size: number): Promise<FoundRecord[]> {
  const needle = foldedForm(q)
  const all = new Map(await Promise.all(locales.map(async (one) => [one, await labelsIn[one]()] as const)))
  return Object.keys(declaredSettings)
    .map((key) => {
      const [topic = '', name = ''] = key.split('.')
      const labels = [...all.values()].map((one) => one[topic]?.[name] ?? '')
      return { key, label: all.get(locale)?.[topic]?.[name] ?? key, words: [...labels, ...wordsOfSetting(topic, name)] }
    })
    .filter(({ key, words }) => [key, ...words].some((text) => foldedForm(text).includes(needle)))
    .slice(0, size)
    .map(({ key, label }) => ({ label, description: '', path: `/admin/config#${key}` }))
}
