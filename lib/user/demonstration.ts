import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { demonstrationCustomer, demonstrationStaff } from '@/db/seed/accounts'

const staffNames = demonstrationStaff.map(({ username }) => username)

/** With a public password. Customers who register in a sandbox do not match, not even under the name of such staff. */
export const isDemonstrationAccount = (user_id: PgColumn | number) => sql<boolean>`exists (
  select from "user" u join identity i on i.user_id = u.id and i.type = 100
  where u.id = ${user_id} and u.sandbox and case u.kind
    when 'staff' then i.identifier in ${staffNames} else i.identifier = ${demonstrationCustomer} end)`
