import { expectTypeOf, test } from 'vitest'
import type { DeclaredEndpoint } from './endpoints'
import type { Operations } from './operations'

type KeyOf<E> = E extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never

test('every operation has the method and the path of its endpoint', () => {
  expectTypeOf<{ [K in keyof Operations]: KeyOf<Operations[K]> }>().toEqualTypeOf<{ [K in keyof Operations]: K }>()
})

test('every endpoint is an operation', () => {
  expectTypeOf<Exclude<KeyOf<DeclaredEndpoint>, keyof Operations>>().toBeNever()
})
