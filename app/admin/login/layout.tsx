import type { ReactNode } from 'react'
import { LoginFrame } from '@/components/login/login-frame'

export default function LoginLayout({ children }: { children: ReactNode }) {
  return <LoginFrame>{children}</LoginFrame>
}
