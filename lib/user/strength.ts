import { and, eq, ne } from 'drizzle-orm'
import type { PersonKind } from '@/db/enums'
import { identity, user } from '@/db/schema/user'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { requireStrong } from '@/lib/token/strength'
import { isDemonstrationAccount } from './demonstration'

/** With stored names. Also refuses the demonstration's accounts, whose password the sign-in page shows. */
export async function requireStrongFor(
  db: Database,
  user_id: number,
  choice: { field: string; secret: string; kind: PersonKind },
): Promise<void> {
  const rows = await db
    .select({
      nickname: user.nickname,
      identifier: identity.identifier,
      is_demonstration: isDemonstrationAccount(user.id),
    })
    .from(user)
    .leftJoin(identity, and(eq(identity.user_id, user.id), ne(identity.type, 200)))
    .where(eq(user.id, user_id))
  if (rows.some(({ is_demonstration }) => is_demonstration))
    throw invalid(
      'body',
      choice.field,
      'demonstration_account',
      'The accounts of the demonstration keep their password, so that the next visitor can sign in.',
    )
  await requireStrong({ ...choice, names: rows.flatMap(({ nickname, identifier }) => [nickname, identifier]) })
}
