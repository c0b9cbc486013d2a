import { customer, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import * as commands from './commands'
import * as example from './example'
import { readCart } from './queries'
import { Cart, CartAddition, CartChanges, CartQuery } from './schema'

export const getCart = endpoint({
  method: 'GET',
  path: '/v1/cart',
  summary: 'My cart',
  description:
    'Every line with the price and the stock of now, the newest line first. Lines that cannot be bought any more stay until they are removed, and say why in problem. Nothing is reserved.',
  access: customer,
  output: Cart,
  example: { output: example.cart },
  handle: ({ db, caller }) => readCart(db, caller.user_id),
})

export const addToCart = endpoint({
  method: 'POST',
  path: '/v1/cart',
  summary: 'Add to my cart',
  description:
    'Adds the pieces to the line of the SKU, or begins one; the line is checked then. Returns the whole cart, as GET does. Send an Idempotency-Key, so that a repeated request adds nothing twice. A cart has at most 100 lines, a line at most 999 pieces: beyond, nothing is added.',
  access: customer,
  body: CartAddition,
  output: Cart,
  problems: ['limit_reached'],
  example: { body: { sku_id: 2, count: 2 }, output: example.cart },
  handle: ({ db, body, caller }) => commands.addToCart(db, caller.user_id, body),
})

export const updateCart = endpoint({
  method: 'PUT',
  path: '/v1/cart',
  summary: 'Set lines of my cart',
  description:
    'Sets the lines of the named SKUs, all or none, and begins those that are not there; count 0 removes a line. Returns the whole cart, as GET does. Lines that cannot be bought any more can be changed and removed too.',
  access: customer,
  body: CartChanges,
  output: Cart,
  problems: ['limit_reached'],
  example: {
    body: {
      items: [
        { sku_id: 2, count: 2, checked: true },
        { sku_id: 5, count: 0 },
      ],
    },
    output: example.cart,
  },
  handle: ({ db, body, caller }) => commands.setCart(db, caller.user_id, body),
})

export const clearCart = endpoint({
  method: 'DELETE',
  path: '/v1/cart',
  summary: 'Remove lines of my cart, or all',
  description: 'The lines of the SKUs in sku_ids; without it, every line. SKUs that are not in the cart are ignored.',
  access: customer,
  query: CartQuery,
  example: { query: { sku_ids: '2,5' } },
  handle: ({ db, query, caller }) => commands.removeFromCart(db, caller.user_id, query.sku_ids),
})
