'use client'

import { useMayOpen } from '@/components/admin/frame/admin-context'
import { send } from '@/lib/server/client'

interface Shown {
  id: number
  name: string
  status?: string
  children: readonly Shown[]
}

const enabledIn = (nodes: readonly Shown[]): Shown[] =>
  nodes.filter(({ status }) => status !== 'disabled').map((node) => ({ ...node, children: enabledIn(node.children) }))

/**
 * Returns a function that reads the enabled categories. The answer for customers is cached and lacks a category that
 * was just created, so users who may open the list of categories read that list.
 */
export function useCategoryTree(): () => Promise<Shown[]> {
  const mayOpen = useMayOpen()('/admin/category')
  return async () => enabledIn(mayOpen ? await send('GET /cms/category') : await send('GET /v1/category'))
}
