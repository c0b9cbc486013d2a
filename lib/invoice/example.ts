import type { z } from 'zod'
import { order } from '@/lib/order/example'
import type {
  CmsInvoice,
  CmsInvoiceCount,
  CmsInvoicePage,
  CorrectIssuedInput,
  InvoiceFile,
  IssueInput,
  RefuseInput,
  ReplaceInput,
} from './cms-schema'
import type { Invoice, InvoiceChanges, InvoiceInput, InvoicePage } from './schema'

export const input = {
  order_id: order.id,
  kind: 'company',
  title: '杭州青梧茶业有限公司',
  tax_no: '91330106MA2CFX5N3G',
  email: 'finance@qingwu.example',
} satisfies z.input<typeof InvoiceInput>

export const changes = { kind: 'personal', title: '林晚', email: input.email } satisfies z.input<typeof InvoiceChanges>

const nothing = { phone: null, bank: null, bank_account: null, address: null, reason: '' }

export const requested = {
  id: 6,
  order_no: order.order_no,
  status: 'requested',
  ...input,
  ...nothing,
  lines_by: 'goods',
  amount: order.total_amount,
  number: null,
  issued_at: null,
  file_url: null,
  created_at: '2026-11-24T03:12:40.250Z',
} satisfies z.input<typeof Invoice>

export const corrected = { ...requested, ...changes, tax_no: null } satisfies z.input<typeof Invoice>

export const issued = {
  ...requested,
  status: 'issued',
  number: '26332000000112345678',
  issued_at: '2026-11-25T01:20:33.904Z',
  file_url: '/files/u/4f0c2a.pdf?expires=1795500000&signature=c2lnbmF0dXJl',
} satisfies z.input<typeof Invoice>

const paged = { page: 1, size: 10, total: 1, next_cursor: null }

export const page = { items: [issued], ...paged } satisfies z.input<typeof InvoicePage>

const further = {
  customer: { id: 3, nickname: '茶友', username: null, mobile: '13800001234', avatar_url: null },
  kept_amount: requested.amount,
  replaces_id: null,
  file_id: null,
  updated_at: requested.created_at,
  version: 1,
}

export const cmsRequested = {
  ...requested,
  ...further,
  lines: [{ name: '明前龙井', spec_text: '100 克', count: 2, amount: requested.amount }],
} satisfies z.input<typeof CmsInvoice>

export const cmsIssued = { ...cmsRequested, ...issued, file_id: 88, version: 2 } satisfies z.input<typeof CmsInvoice>

export const cmsRefused = {
  ...cmsRequested,
  status: 'refused',
  reason: '税号与名称不一致，请核对',
  version: 2,
} satisfies z.input<typeof CmsInvoice>

const { lines: _, ...row } = cmsRequested
export const cmsPage = { items: [row], ...paged } satisfies z.input<typeof CmsInvoicePage>

export const count = { requested: 4, issued: 31, to_replace: 1, refused: 2, replaced: 1 } satisfies z.input<
  typeof CmsInvoiceCount
>

export const file = { id: 88, name: '26332000000112345678.pdf' } satisfies z.input<typeof InvoiceFile>

export const issuing = {
  number: issued.number,
  amount: issued.amount,
  file_id: file.id,
  version: 1,
} satisfies z.input<typeof IssueInput>

export const correction = { number: '26332000000112345687', version: 2 } satisfies z.input<typeof CorrectIssuedInput>

export const cmsCorrected = { ...cmsIssued, number: correction.number, version: 3 } satisfies z.input<typeof CmsInvoice>

export const refusal = { reason: cmsRefused.reason, version: 1 } satisfies z.input<typeof RefuseInput>

export const replacement = {
  number: '26332000000112399001',
  amount: 4_900,
  version: 3,
} satisfies z.input<typeof ReplaceInput>
