import { expectTypeOf, test } from 'vitest'
import type { ElementCode, ResourceWith } from './elements'

test('a code or a resource that the base menus do not have is a type error', () => {
  expectTypeOf<'user.create'>().toExtend<ElementCode>()
  expectTypeOf<'user.typo'>().not.toExtend<ElementCode>()
  expectTypeOf<string>().not.toExtend<ElementCode>()
  expectTypeOf<'user'>().toExtend<ResourceWith<'delete'>>()
  expectTypeOf<'customer'>().not.toExtend<ResourceWith<'delete'>>()
})
