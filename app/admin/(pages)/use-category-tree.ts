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

/** Enabled ones. Users who may not open the list get it from `/v1`, which is cached and may lack a new category. */
export function useCategoryTree(): () => Promise<Shown[]> {
  const mayOpen = useMayOpen()('/admin/category')
  return async () => enabledIn(mayOpen ? await send('GET /cms/category') : await send('GET /v1/category'))
}
