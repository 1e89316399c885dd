// For tests under wine only: wine 8 has no bcryptprimitives.dll, which every Go program of today asks for random numbers.
// Windows itself always has it; this file is never handed out.
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
	while (size > 0) {
		ULONG part = size > 65536 ? 65536 : (ULONG)size;
		if (!RtlGenRandom(data, part)) return FALSE;
		data += part;
		size -= part;
	}
	return TRUE;
}
