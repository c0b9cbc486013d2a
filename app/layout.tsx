import { headers } from 'next/headers'
export default async function Layout({ children }: { children: React.ReactNode }) {
  await headers()
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
