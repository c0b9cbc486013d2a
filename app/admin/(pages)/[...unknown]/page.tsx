import { notFound } from 'next/navigation'

/** Unknown paths. Signed-in users keep the menu; others are redirected to sign-in. */
export default function UnknownPage() {
  notFound()
}
