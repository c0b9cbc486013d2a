import type { components } from './generated/openapi-typescript.ts'

/** What to tell a customer about a problem: its code decides which members it has. */
export function explain(problem: components['schemas']['Problem']): string {
  switch (problem.code) {
    case 'out_of_stock':
      return problem.shortages.map(({ sku_id, available }) => `${sku_id}: ${available} left`).join(', ')
    case 'price_changed':
      return `The total is now ${problem.total_amount / 100} yuan`
    case 'invalid_request':
      return problem.invalid_params?.map(({ name, code }) => `${name}: ${code}`).join(', ') ?? problem.detail
    case 'forbidden':
      return problem.permission ?? problem.detail
    default:
      return problem.detail
  }
}
