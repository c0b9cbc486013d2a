import { adminInterface } from '@/lib/kit/api/endpoint/interface'
import { unmounted } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unmounted(adminInterface)
