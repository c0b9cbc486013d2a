import { createInvoice, listOwnInvoices } from '@/lib/invoice/endpoints'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOwnInvoices, createInvoice)
