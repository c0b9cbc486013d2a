import type { ReactNode } from 'react'
import { LoginFrame } from '@/components/admin/login/login-frame'

export default function LoginLayout({ children }: { children: ReactNode }) {
  return <LoginFrame>{children}</LoginFrame>
}
