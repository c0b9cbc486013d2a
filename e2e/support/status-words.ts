import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'

const Entries = z.array(z.object({ type: z.string(), label: z.string(), label_en: z.string() }))

/** Returns the labels of all dictionaries in the language `locale`, by the type of the dictionary. */
export async function readLabels(request: APIRequestContext, token: string, locale: 'en' | 'zh-CN') {
  const answer = await request.get('/cms/dict', { headers: { authorization: `Bearer ${token}` } })
  const labels: Record<string, string[]> = {}
  for (const { type, label, label_en } of Entries.parse(await answer.json())) {
    labels[type] = [...(labels[type] ?? []), (locale === 'en' && label_en) || label]
  }
  return labels
}

/**
 * Replaces the text of each tag on the page by every label of its dictionary in turn. Returns the labels that are cut
 * off, by the tag itself or by an element around it, and the dictionaries on the page. A label that can be scrolled
 * into view does not count as cut off.
 */
export const readTags = (page: Page, labels: Record<string, string[]>) =>
  page.evaluate((labels) => {
    const isWhole = (tag: Element) => {
      if (tag.scrollWidth > tag.clientWidth + 1 || tag.scrollHeight > tag.clientHeight + 2) return false
      const own = tag.getBoundingClientRect()
      for (let around = tag.parentElement; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around)
        if (overflowX === 'auto' || overflowX === 'scroll') return true
        if (overflowX === 'visible') continue
        const box = around.getBoundingClientRect()
        if (own.right > box.right + 1 || own.left < box.left - 1) return false
      }
      return true
    }
    const cut = new Set<string>()
    const dictionaries = new Set<string>()
    for (const tag of document.querySelectorAll('main [data-style]')) {
      const [text, ...others] = tag.childNodes
      if (!(text instanceof Text) || others.length > 0 || tag.getBoundingClientRect().width === 0) continue
      const type = tag.getAttribute('data-dictionary') ?? ''
      if (type) dictionaries.add(type)
      const shown = text.data
      for (const label of labels[type] ?? [shown]) {
        // The text node is kept, because React owns it.
        text.data = label
        if (!isWhole(tag)) cut.add(`${type} ${label}`)
      }
      text.data = shown
    }
    return { cut: [...cut], dictionaries: [...dictionaries] }
  }, labels)
