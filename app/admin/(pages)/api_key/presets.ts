import type { KeyAccess } from '@/db/enums'

interface Preset {
  access: KeyAccess
  codes: readonly string[]
}

/** Usual combinations of permissions. None gives money back, or changes prices and promotions. */
export const presets = {
  erp: {
    access: 'write',
    codes: [
      'cms.order.list',
      'cms.order.ship',
      'cms.after_sale.list',
      'cms.customer.list',
      'cms.product.list',
      'cms.product.stock',
      'cms.event.list',
    ],
  },
  accounting: {
    access: 'read',
    codes: [
      'cms.dashboard.list',
      'cms.order.list',
      'cms.order.export',
      'cms.after_sale.list',
      'cms.invoice.list',
      'cms.invoice.export',
    ],
  },
} as const satisfies Record<string, Preset>
