import { unmounted } from '@/lib/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unmounted('/v1')
