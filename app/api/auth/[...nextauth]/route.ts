import { authRoute } from '@/lib/server/next/auth'

export const { GET, POST } = authRoute()
