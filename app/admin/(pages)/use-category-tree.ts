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
 * Reads the categories that products can be in. Those that customers read are cached for a while, so that one just created is
 * missing: who may open the list of categories reads that.
 */
export function useCategoryTree(): () => Promise<Shown[]> {
  const mayOpen = useMayOpen()('/admin/category')
  return async () => enabledIn(mayOpen ? await send('GET /cms/category') : await send('GET /v1/category'))
}
