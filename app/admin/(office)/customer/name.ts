import type { RowOf } from '@/components/resource-table/declaration'

/** Who comes from the mini-program may never have said what to be called: then it is what he is known by. */
export const nameOfCustomer = ({ id, nickname, username, mobile }: RowOf<'GET /cms/customer'>) =>
  nickname || username || mobile || `#${id}`
