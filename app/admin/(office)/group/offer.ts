import { Problem } from '@/lib/api/problem'
import { listEndpoints } from '@/lib/auth/endpoints'
import { listElements } from '@/lib/element/endpoints'
import { listMenus } from '@/lib/menu/endpoints'
import { call } from '@/lib/next/call'
import { readSelf } from '@/lib/next/office'
import type { Offer } from './grants'

/**
 * What a group can be given, and what of it the reader holds himself. Menus and elements are lists of their own: whoever
 * may not read them decides about permissions alone.
 */
export async function readOffer(): Promise<Offer> {
  const [self, operations, menus, elements] = await Promise.all([
    readSelf(),
    call(listEndpoints),
    unlessForbidden(call(listMenus)),
    unlessForbidden(call(listElements)),
  ])
  const codes = operations.flatMap(({ code }) => code ?? [])
  return {
    codes: [...new Set(codes)],
    held: self.is_root ? 'all' : (self.permission_codes ?? []),
    menus,
    // Elements are shown on their pages.
    elements: menus && elements,
  }
}

const unlessForbidden = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'forbidden') return undefined
    throw error
  })
