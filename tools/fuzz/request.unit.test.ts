import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intactRecipe, lateIn, type Target } from './request'

/** Returns an operation with the ids that its path names. */
const targetOf = (path: string, collection: string): Target => ({
  name: `PUT ${path}`,
  method: 'PUT',
  path,
  body: undefined,
  collection,
  operation: {
    operationId: 'putIt',
    tags: [],
    summary: '',
    security: [],
    responses: {},
    'x-access': 'customer',
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'integer', minimum: 1 },
    })),
  },
})

test.each([
  ['/v1/plan/{id}', '/v1/plan', { id: '/v1/plan' }],
  ['/v1/plan/{product_id}', '/v1/plan', { product_id: 'products' }],
  ['/cms/plan/{id}/part/{product_id}', '/cms/plan', { id: '/cms/plan', product_id: '/cms/plan/{id}/part' }],
])('the sources of the ids in %s', (path, collection, sources) => {
  const recipes = fc.sample(intactRecipe(targetOf(path, collection), { product_id: 'products' }, false), {
    seed: 1,
    numRuns: 50,
  })
  const used = recipes.flatMap(({ params }) =>
    Object.entries(params).flatMap(([name, value]) => lateIn(value).map(({ source }) => [name, source])),
  )
  expect(Object.fromEntries(used)).toEqual(sources)
})
