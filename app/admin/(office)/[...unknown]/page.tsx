import { notFound } from 'next/navigation'

/** Whatever no other page answers: who is signed in keeps the menu to go on with, everybody else is led to the login. */
export default function UnknownPage() {
  notFound()
}
