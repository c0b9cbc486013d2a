/**
 * `npm run admin:create -- <username>`: creates the first root user in the database of the environment variables, or
 * restores the access of a root user.
 */
import { makeRoot } from '@/lib/user/root'
import { databaseCommand, words } from './command'

async function create(name: string | undefined): Promise<string> {
  if (!name) throw new Error('Give a username: npm run admin:create -- <username>')
  const { username, secret, is_new } = await makeRoot(name)
  return `${is_new ? `${username} was created and is root.` : `${username} is root and active; all sessions were ended.`}
One-time password, shown this once: ${secret}
Sign in under /admin; a new password is asked for there.`
}

await databaseCommand(() => create(words()[0]))
