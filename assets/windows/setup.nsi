; The installer: for one user, without administrator rights, Chinese and English. Built by `make dist`:
;   makensis -DVERSION=0.1.0 -DFILES=<folder with the programs> -DOUT=<setup.exe> setup.nsi
; Silent: /S installs; uninstall.exe /S keeps the data, uninstall.exe /S /DELETEDATA removes it too.
; The 64-bit stub on purpose: the usual 32-bit one installs nothing where only 64-bit programs run.
Target amd64-unicode
ManifestDPIAware true
SetCompressor /SOLID lzma
RequestExecutionLevel user

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Xunlu"

Name "$(AppName)"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Xunlu"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "Xunlu"
VIAddVersionKey /LANG=0 "FileDescription" "Xunlu setup"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "LegalCopyright" "MIT licence"

!define MUI_ICON "app.ico"
!define MUI_UNICON "app.ico"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\xunlu.exe"
!define MUI_COMPONENTSPAGE_NODESC
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "English"

LangString AppName ${LANG_ENGLISH} "Xunlu"
LangString AppName ${LANG_SIMPCHINESE} "寻路"
LangString Program ${LANG_ENGLISH} "Program and start menu entry"
LangString Program ${LANG_SIMPCHINESE} "程序与开始菜单项"
LangString Desktop ${LANG_ENGLISH} "Icon on the desktop"
LangString Desktop ${LANG_SIMPCHINESE} "桌面图标"
LangString Running ${LANG_ENGLISH} "Xunlu is running. Please close it, then try again."
LangString Running ${LANG_SIMPCHINESE} "寻路正在运行。请先关闭它，然后重试。"
LangString DeleteData ${LANG_ENGLISH} "Also delete the collected pages and routes in$\n$LOCALAPPDATA\Xunlu ?$\n$\nThis can't be undone."
LangString DeleteData ${LANG_SIMPCHINESE} "是否同时删除已收集的页面和线路？它们在$\n$LOCALAPPDATA\Xunlu$\n$\n删除后无法恢复。"

; A program file that can't be opened for writing belongs to a running program. Replacing it would fail half way.
!macro RefuseWhileRunning UN
Function ${UN}RefuseWhileRunning
  again:
  IfFileExists "$INSTDIR\xunlu.exe" 0 free
  ClearErrors
  FileOpen $0 "$INSTDIR\xunlu.exe" a
  ${If} ${Errors}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(Running)" /SD IDCANCEL IDRETRY again
    SetErrorLevel 1
    Abort
  ${EndIf}
  FileClose $0
  free:
FunctionEnd
!macroend
!insertmacro RefuseWhileRunning ""
!insertmacro RefuseWhileRunning "un."

Section "$(Program)"
  SectionIn RO
  Call RefuseWhileRunning
  SetOutPath "$INSTDIR"
  File "${FILES}\xunlu.exe"
  File "${FILES}\xunlu-cli.exe"
  File "${FILES}\LICENSE.txt"
  File "${FILES}\third-party.md"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\$(AppName).lnk" "$INSTDIR\xunlu.exe"
  WriteRegStr HKCU "${KEY}" "DisplayName" "$(AppName)"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\xunlu.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "The Xunlu authors"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegStr HKCU "${KEY}" "Shortcut" "$SMPROGRAMS\$(AppName).lnk"
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" "$0"
SectionEnd

Section /o "$(Desktop)"
  CreateShortcut "$DESKTOP\$(AppName).lnk" "$INSTDIR\xunlu.exe"
  WriteRegStr HKCU "${KEY}" "DesktopShortcut" "$DESKTOP\$(AppName).lnk"
SectionEnd

Section "un.Xunlu"
  Call un.RefuseWhileRunning
  ; The shortcuts by their written names: the language may have changed since.
  ReadRegStr $0 HKCU "${KEY}" "Shortcut"
  ${If} $0 != ""
    Delete "$0"
  ${EndIf}
  ReadRegStr $0 HKCU "${KEY}" "DesktopShortcut"
  ${If} $0 != ""
    Delete "$0"
  ${EndIf}
  Delete "$INSTDIR\xunlu.exe"
  Delete "$INSTDIR\xunlu-cli.exe"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\third-party.md"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "Xunlu"
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/DELETEDATA" $1
  ${IfNot} ${Errors}
    RMDir /r "$LOCALAPPDATA\Xunlu"
  ${ElseIf} ${FileExists} "$LOCALAPPDATA\Xunlu\*.*"
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DeleteData)" /SD IDNO IDNO keep
    RMDir /r "$LOCALAPPDATA\Xunlu"
    keep:
  ${EndIf}
SectionEnd
