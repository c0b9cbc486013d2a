import { authRoute } from '@/lib/next/auth'

export const { GET, POST } = authRoute()
